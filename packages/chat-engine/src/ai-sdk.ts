export { createAiSdkTransport } from './adapters/ai-sdk-transport.ts'
export type { AiSdkTransportOptions } from './adapters/ai-sdk-transport.ts'
export type { HttpStreamOptions } from './adapters/http-stream.ts'
