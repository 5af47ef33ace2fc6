export { atomOfStore, createChatAtoms } from './jotai/atoms.ts'
export type { ChatAtoms } from './jotai/atoms.ts'
