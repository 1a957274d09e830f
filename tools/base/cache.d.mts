export declare const CACHE: string;
export declare function makeInCache(
  target: string,
  how: { exists(): boolean; make(folder: string): Promise<string> },
): Promise<void>;
