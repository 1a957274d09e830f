/** Stands for each secret value in the check of pull requests from forks. As a token, it means that there is none. */
export const PLACEHOLDER = "offline";

/** Stands for a secret number. */
export const PLACEHOLDER_NUMBER = -404_404;
