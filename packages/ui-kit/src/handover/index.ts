export { asksForPerson } from './asks-for-person.ts'
export { readTranscript } from './conversation-transcript.ts'
export type { ConversationTranscript } from './conversation-transcript.ts'
export { HandoverForm } from './handover-form.tsx'
export type { HandoverFormProps } from './handover-form.tsx'
export type { HandoverLabels } from './handover-labels.ts'
export { HandoverOffer } from './handover-offer.tsx'
export type { HandoverOfferProps } from './handover-offer.tsx'
export type {
  HandoverMessage,
  HandoverSettings,
  HandoverSubmission,
  HandoverTransport,
} from './handover-transport.ts'
export { useTranscript } from './use-transcript.ts'
export { mentionsHandover, offersHandover } from './offers-handover.ts'
export type { OfferedMessage } from './offers-handover.ts'
