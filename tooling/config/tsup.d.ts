import type { Options } from 'tsup'

export declare function library(
  entry: string[],
  options?: Options & { client?: string[]; documents?: string[] },
): Options
