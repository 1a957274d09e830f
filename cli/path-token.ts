/** Whether a segment of a URL's path may be a token. Webhooks of many services have their only credential there. */
export const mayBeToken = (segment: string): boolean => /^(?=.*[A-Za-z])(?=.*\d)[\w-]{16,}$/.test(segment);
