interface KeptRecord {
  pid?: number;
  address?: string;
  form?: string;
  assistantId?: number;
}
export function record(folder: string, values: KeptRecord): void;
export function recorded(folder: string): KeptRecord;
