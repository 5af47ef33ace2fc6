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
  ThreadLabels,
} from '@org/ui-kit/chat'
import { texts } from './texts.ts'

/** The texts of the packages' components. */
export interface KitLabels {
  answer: AnswerLabels
  branches: BranchSwitcherLabels
  composer: ComposerLabels
  confirm: ConfirmDialogLabels
  conversations: ConversationSidebarLabels
  copy: CopyButtonLabels
  dialog: DialogLabels
  disclaimer: DisclaimerGateLabels
  feedback: FeedbackLabels
  find: FindBarLabels
  message: MessageBubbleLabels
  multiSelect: MultiSelectLabels
  product: ProductDialogLabels
  shortcuts: ShortcutsSheetLabels
  sources: SourcesDialogLabels
  thread: ThreadLabels
}

/** What the packages' components are told to say: nothing in English, which they bring themselves. */
export const kit: { readonly [Part in keyof KitLabels]: Partial<KitLabels[Part]> } = texts('kit/parts', {
  answer: {},
  branches: {},
  composer: {},
  confirm: {},
  conversations: {},
  copy: {},
  dialog: {},
  disclaimer: {},
  feedback: {},
  find: {},
  message: {},
  multiSelect: {},
  product: {},
  shortcuts: {},
  sources: {},
  thread: {},
})

/** What the chat's engine says by itself. */
export type EngineLabels = ChatLabels & AttachmentLabels

const engine: Record<string, string | (() => string)> = texts('kit/engine', {})

/** What the chat's engine is told to say. What it puts into a text it names itself, such as `{max}`. */
export function engineLabels(): Partial<EngineLabels> {
  const labels = Object.entries(engine).map(([name, text]) => [
    name,
    typeof text === 'string' ? text : text(),
  ])
  return Object.fromEntries(labels)
}
