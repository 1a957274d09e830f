/**
 * Whether a segment of a URL's path may be a token. For webhooks of many services, it is the only credential. Words
 * and short numbers, as in `get-customer-orders-v2`, are not tokens.
 */
export const mayBeToken = (segment: string): boolean =>
  /^(?=.*[A-Za-z])(?=.*\d)[\w-]{16,}$/.test(segment) &&
  segment.split(/[-_]+/).some((part) => !/^(?:[A-Za-z]*|v?\d{1,4})$/i.test(part));
