/** The path of the program of an S3-compatible server. */
export function s3Program(): Promise<string>;
/** The folder of `initdb` and `postgres`. */
export function postgresFolder(): Promise<string>;
