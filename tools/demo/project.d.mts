export class Project {
  constructor(folder: string, engine: { pulumi: string });
  readonly folder: string;
}
