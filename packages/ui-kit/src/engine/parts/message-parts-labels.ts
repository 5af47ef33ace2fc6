/** Texts of the parts of an answer beside its text. */
export interface MessagePartsLabels {
  /** @default 'Reasoning' */
  reasoning: string
  /** @default (tool) => `Running ${tool}` */
  running: (tool: string) => string
  /** @default (tool) => `${tool} is done` */
  done: (tool: string) => string
  /** @default (tool) => `${tool} failed` */
  failed: (tool: string) => string
  /** @default (tool) => `${tool} was rejected` */
  rejected: (tool: string) => string
  /** A call that a person has to decide on. @default (tool) => `Allow ${tool}?` */
  request: (tool: string) => string
  /** @default 'Allow' */
  approve: string
  /** @default 'Reject' */
  reject: string
  /** Shown when the decision could not be sent. @default 'This could not be sent. Try again.' */
  notSent: string
  /** @default 'Input' */
  input: string
  /** @default 'Result' */
  output: string
  /** @default 'Sources' */
  sources: string
  /** @default 'Files' */
  files: string
}

export const defaultPartsLabels: MessagePartsLabels = {
  reasoning: 'Reasoning',
  running: (tool) => `Running ${tool}`,
  done: (tool) => `${tool} is done`,
  failed: (tool) => `${tool} failed`,
  rejected: (tool) => `${tool} was rejected`,
  request: (tool) => `Allow ${tool}?`,
  approve: 'Allow',
  reject: 'Reject',
  notSent: 'This could not be sent. Try again.',
  input: 'Input',
  output: 'Result',
  sources: 'Sources',
  files: 'Files',
}
