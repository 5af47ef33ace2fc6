import type { Options } from 'tsup'

export declare function library(entry: string[], options?: Options & { documents?: string[] }): Options
