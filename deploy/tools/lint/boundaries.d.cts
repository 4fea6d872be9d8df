interface Project {
  folder: string;
  tags: string[];
  isApplication: boolean;
}

/** @throws Error when a project has no tag of a known kind */
export declare function boundariesOf(projects: Project[]): { name: string }[];
