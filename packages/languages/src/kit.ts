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
