import { everyField, longLines, manyLines, modelAnswer, oneLine, type SseInput } from './inputs.ts'

/** Input of a workload and its chunk size. */
export interface SseWorkload {
  readonly title: string
  readonly input: (size: number) => SseInput
  /** In bytes. */
  readonly size: number
  /** In bytes. */
  readonly chunk: number
  /** In bytes: what is parsed before the clock runs, and what a shortened run is not below. */
  readonly warmUp: number
  /** The data of every event but `[DONE]` is JSON. @default false */
  readonly json?: boolean
  /** Its length is the point: a slow parser gets no shorter input. @default false */
  readonly whole?: boolean
  /** A parser whose time grows with the square of an event's length would take minutes. @default false */
  readonly linearOnly?: boolean
}

const kilo = 1024
const mega = 1_000_000

export const sseWorkloads = {
  answer16k: {
    title: 'model answer, 16 KiB chunks',
    input: modelAnswer,
    size: 20 * mega,
    chunk: 16 * kilo,
    warmUp: mega,
    json: true,
  },
  answer1k: {
    title: 'model answer, 1 KiB chunks',
    input: modelAnswer,
    size: 20 * mega,
    chunk: kilo,
    warmUp: mega,
    json: true,
  },
  answer64: {
    title: 'model answer, 64 B chunks',
    input: modelAnswer,
    size: 20 * mega,
    chunk: 64,
    warmUp: mega / 2,
    json: true,
  },
  answer1: {
    title: 'model answer, 1 B chunks',
    input: modelAnswer,
    size: 20 * mega,
    chunk: 1,
    warmUp: mega / 10,
    json: true,
  },
  longLines: {
    title: 'lines of 100 KiB, 1 KiB chunks',
    input: longLines,
    size: 20 * mega,
    chunk: kilo,
    warmUp: mega,
  },
  event2m: {
    title: 'one event of 2 MB, 1 KiB chunks',
    input: oneLine,
    size: 2 * mega,
    chunk: kilo,
    warmUp: 64 * kilo,
    whole: true,
  },
  event8m: {
    title: 'one event of 8 MB, 1 KiB chunks',
    input: oneLine,
    size: 8 * mega,
    chunk: kilo,
    warmUp: 64 * kilo,
    whole: true,
  },
  event32m: {
    title: 'one event of 32 MB, 1 KiB chunks',
    input: oneLine,
    size: 32 * mega,
    chunk: kilo,
    warmUp: 64 * kilo,
    whole: true,
    linearOnly: true,
  },
  lines2m: {
    title: 'one event of 2 MB in lines of 80 B, 1 KiB chunks',
    input: manyLines,
    size: 2 * mega,
    chunk: kilo,
    warmUp: 64 * kilo,
    whole: true,
  },
  lines8m: {
    title: 'one event of 8 MB in lines of 80 B, 1 KiB chunks',
    input: manyLines,
    size: 8 * mega,
    chunk: kilo,
    warmUp: 64 * kilo,
    whole: true,
  },
  lines32m: {
    title: 'one event of 32 MB in lines of 80 B, 1 KiB chunks',
    input: manyLines,
    size: 32 * mega,
    chunk: kilo,
    warmUp: 64 * kilo,
    whole: true,
    linearOnly: true,
  },
  every1k: {
    title: 'every field and line end, 1 KiB chunks',
    input: everyField,
    size: 20 * mega,
    chunk: kilo,
    warmUp: mega,
  },
  every7: {
    title: 'every field and line end, 7 B chunks',
    input: everyField,
    size: 20 * mega,
    chunk: 7,
    warmUp: mega / 5,
  },
} as const satisfies Record<string, SseWorkload>

export type SseWorkloadId = keyof typeof sseWorkloads

export const sseWorkloadIds = Object.keys(sseWorkloads) as SseWorkloadId[]
