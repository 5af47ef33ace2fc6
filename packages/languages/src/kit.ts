import type { AttachmentLabels, ChatLabels } from '@org/chat-engine'
import type { AnswerLabels } from '@org/citations/react'
import type { ConfirmDialogLabels, DialogLabels, MultiSelectLabels } from '@org/ui-kit'
import type {
  BranchSwitcherLabels,
  ComposerLabels,
  ConversationSidebarLabels,
  CopyButtonLabels,
  DisclaimerGateLabels,
  FeedbackLabels,
  FindBarLabels,
  MessageBubbleLabels,
  ProductDialogLabels,
  ShortcutsSheetLabels,
  SourcesDialogLabels,
  SafetyCardLabels,
  SuggestionsLabels,
  ThreadLabels,
} from '@org/ui-kit/chat'
import type { ChatViewLabels, MessagePartsLabels } from '@org/ui-kit/engine'
import type { HandoverLabels } from '@org/ui-kit/handover'
import { texts } from './texts.ts'

/** The texts of the packages' components. */
export interface KitLabels {
  answer: AnswerLabels
  branches: BranchSwitcherLabels
  chat: ChatViewLabels
  composer: ComposerLabels
  confirm: ConfirmDialogLabels
  conversations: ConversationSidebarLabels
  copy: CopyButtonLabels
  dialog: DialogLabels
  disclaimer: DisclaimerGateLabels
  feedback: FeedbackLabels
  find: FindBarLabels
  handover: HandoverLabels
  message: MessageBubbleLabels
  multiSelect: MultiSelectLabels
  parts: MessagePartsLabels
  product: ProductDialogLabels
  shortcuts: ShortcutsSheetLabels
  sources: SourcesDialogLabels
  safety: SafetyCardLabels
  suggestions: SuggestionsLabels
  thread: ThreadLabels
}

/** Labels for the packages' components; empty in English, which is their default. */
export const kit: { readonly [Part in keyof KitLabels]: Partial<KitLabels[Part]> } = texts('kit/parts', {
  answer: {},
  branches: {},
  chat: {},
  composer: {},
  confirm: {},
  conversations: {},
  copy: {},
  dialog: {},
  disclaimer: {},
  feedback: {},
  find: {},
  handover: {},
  message: {},
  multiSelect: {},
  parts: {},
  product: {},
  shortcuts: {},
  sources: {},
  safety: {},
  suggestions: {},
  thread: {},
})

/** Texts of the chat engine. */
export type EngineLabels = ChatLabels & AttachmentLabels

const engine: Record<string, string | (() => string)> = texts('kit/engine', {})

/** Returns the chat engine's labels in the active language. Placeholders such as `{max}` are filled by the engine. */
export function engineLabels(): Partial<EngineLabels> {
  const labels = Object.entries(engine).map(([name, text]) => [
    name,
    typeof text === 'string' ? text : text(),
  ])
  return Object.fromEntries(labels)
}
