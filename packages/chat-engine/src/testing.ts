export { conformanceChecks } from './testing/conformance.ts'
export type { ConformanceCheck, ConformanceOptions } from './testing/conformance.ts'
export { ConformanceError } from './testing/conformance-steps.ts'
export { createFakeClock } from './testing/fake-clock.ts'
export type { FakeClock } from './testing/fake-clock.ts'
export { createScriptedStream } from './testing/scripted-stream.ts'
export type { ScriptedStream } from './testing/scripted-stream.ts'
export {
  createScriptedTransport,
  httpFailure,
  storedConversation,
  storedMessage,
  visitor,
} from './testing/scripted-transport.ts'
export type { Script, ScriptedTransport } from './testing/scripted-transport.ts'
export { createCountingIds, createMemoryStorage } from './testing/start-engine.ts'
export { createTabChannels } from './testing/tab-channels.ts'
export { createTabLocks } from './testing/tab-locks.ts'
export type { ScriptedTabLocks } from './testing/tab-locks.ts'
