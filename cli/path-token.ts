/**
 * Whether a segment of a URL's path may be a token. Webhooks of many services have their only credential there. Words and
 * short numbers, as in `get-customer-orders-v2`, are none.
 */
export const mayBeToken = (segment: string): boolean =>
  /^(?=.*[A-Za-z])(?=.*\d)[\w-]{16,}$/.test(segment) &&
  segment.split(/[-_]+/).some((part) => !/^(?:[A-Za-z]*|v?\d{1,4})$/i.test(part));
