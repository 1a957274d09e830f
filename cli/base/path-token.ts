/**
 * Whether a segment of a URL's path may be a token. Many services put the only credential of a webhook URL
 * into the path. A segment of words and short numbers, such as `get-customer-orders-v2`, is not a token.
 */
export const mayBeToken = (segment: string): boolean =>
  /^(?=.*[A-Za-z])(?=.*\d)[\w.~:=+@-]{16,}$/.test(segment) &&
  segment.split(/[^A-Za-z0-9]+/).some((part) => !/^(?:[A-Za-z]*|v?\d{1,4})$/i.test(part));
