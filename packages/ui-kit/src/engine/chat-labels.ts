import type { AnswerLabels } from '@org/citations/react'
import type { MultiSelectLabels } from '../choice/multi-select-model.ts'
import type { BranchSwitcherLabels } from '../chat/messages/branch-switcher.tsx'
import type { ComposerLabels } from '../chat/composer/composer-labels.ts'
import type { ConversationSidebarLabels } from '../chat/conversations/conversation-sidebar-labels.ts'
import type { CopyButtonLabels } from '../chat/messages/copy-button.tsx'
import type { DisclaimerGateLabels } from '../chat/disclaimer-gate.tsx'
import type { FeedbackLabels } from '../chat/messages/feedback.tsx'
import type { FindBarLabels } from '../chat/find-bar.tsx'
import type { MessageBubbleLabels } from '../chat/messages/message-bubble.tsx'
import type { ProductDialogLabels } from '../chat/sources/product-dialog.tsx'
import type { SafetyCardLabels } from '../chat/messages/safety-card.tsx'
import type { SourcesDialogLabels } from '../chat/sources/sources-table.tsx'
import type { SuggestionsLabels } from '../chat/messages/suggestions.tsx'
import type { ThreadLabels } from '../chat/thread/thread.tsx'
import type { Given } from '../base/with-defaults.ts'
import type { MessagePartsLabels } from './parts/message-parts-labels.ts'

/** Texts of the components that are bound to an engine, besides those of their parts. */
export interface ChatViewLabels {
  /** @default 'Authors' */
  authors: string
  /** @default 'Tools' */
  tools: string
  /** Name of the list of authors and tools that an answer was limited to. @default 'Limited to' */
  limitedTo: string
  /** @default (count) => `${count} sources` */
  sources: (count: number) => string
  /** Above an approved answer; the day is in words. @default (reviewer, day) => `Reviewed by ${reviewer} on ${day}` */
  reviewed: (reviewer: string, day: string) => string
  /** @default 'Regenerate' */
  regenerate: string
  /** @default 'Edit' */
  edit: string
  /** @default 'Edit the question' */
  editQuestion: string
  /** @default 'Send' */
  send: string
  /** @default 'Cancel' */
  cancel: string
  /** @default 'Try again' */
  retry: string
  /** @default 'You stopped this answer.' */
  stopped: string
  /** @default 'This answer was interrupted.' */
  interrupted: string
  /** @default 'This answer could not be finished.' */
  failed: string
  /** Shown when the code that renders answers could not be loaded. @default 'This answer could not be shown. The connection may have failed.' */
  answerFailed: string
  /** @default 'This conversation could not be loaded.' */
  historyFailed: string
  /** @default 'The connection may have failed. Nothing of it is lost.' */
  historyFailedHint: string
  /** @default 'You are offline. What is on the screen stays; sending works again when the connection is back.' */
  offline: string
  /** @default 'The connection is back.' */
  online: string
  /** @default 'Login required to continue' */
  loginRequired: string
  /** @default 'Visitors cannot chat at the moment. What you write is kept.' */
  loginHint: string
  /** @default 'Your question is kept, and asked once you have signed in.' */
  questionKept: string
  /** @default (count) => `You asked as a guest. Bring those ${count} conversations into your account?` */
  importOffer: (count: number) => string
  /** @default 'Bring along' */
  importAccept: string
  /** @default 'Not now' */
  importDismiss: string
  /** @default 'Your conversations as a guest could not be brought into your account. They are still in this browser.' */
  importFailed: string
  /** Closes the notice about a full storage. @default 'OK' */
  understood: string
  /** @default 'Share this conversation' */
  shareConversation: string
  /** @default 'Find in this conversation' */
  findInConversation: string
  /** @default 'Export this conversation' */
  exportConversation: string
  /** @default 'Markdown' */
  exportMarkdown: string
  /** @default 'JSON' */
  exportJson: string
  /** @default 'Print' */
  print: string
  /** @default 'The conversation could not be exported. The connection may have failed.' */
  exportFailed: string
  /** Heading of an empty conversation. @default 'How can I help?' */
  welcome: string
}

/** Labels of a chat, by component. Those left out are English. */
export interface ChatLabelSet {
  readonly answer?: Given<AnswerLabels> | undefined
  readonly branches?: Given<BranchSwitcherLabels> | undefined
  readonly chat?: Given<ChatViewLabels> | undefined
  readonly composer?: Given<ComposerLabels> | undefined
  readonly conversations?: Given<ConversationSidebarLabels> | undefined
  readonly copy?: Given<CopyButtonLabels> | undefined
  readonly disclaimer?: Given<DisclaimerGateLabels> | undefined
  readonly feedback?: Given<FeedbackLabels> | undefined
  readonly find?: Given<FindBarLabels> | undefined
  readonly message?: Given<MessageBubbleLabels> | undefined
  readonly multiSelect?: Given<MultiSelectLabels> | undefined
  readonly parts?: Given<MessagePartsLabels> | undefined
  readonly product?: Given<ProductDialogLabels> | undefined
  readonly safety?: Given<SafetyCardLabels> | undefined
  readonly sources?: Given<SourcesDialogLabels> | undefined
  readonly suggestions?: Given<SuggestionsLabels> | undefined
  readonly thread?: Given<ThreadLabels> | undefined
}
