/** Ends the text of a predicted failure that is reported as an error. */
export const WILL_FAIL = 'This is an error because voicecall:willFail is "error".';

export const willFailError = (text: string): string => `${text} ${WILL_FAIL}`;
