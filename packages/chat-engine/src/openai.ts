export { createOpenAiTransport } from './adapters/openai-transport.ts'
export type { OpenAiTransportOptions } from './adapters/openai-transport.ts'
export type { HttpStreamOptions } from './adapters/http-stream.ts'
export type { TokenUsage } from './adapters/usage.ts'
