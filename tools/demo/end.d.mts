export function endKept(folder: string): Promise<void>;
export function responds(address: string): Promise<boolean>;
