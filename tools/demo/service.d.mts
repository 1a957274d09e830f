interface KeptService {
  address: string;
  token: string;
  pid: number;
  close(): Promise<void>;
}
export function startKeptService(folder: string, form: string): Promise<KeptService>;
