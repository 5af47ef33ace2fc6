import { texts } from '@org/languages'
import type { Section } from './sections.tsx'

/** The visible texts of /terms: a template, for the operator of a deployment to replace. */
export const termsTexts = texts('site/terms', {
  title: 'Terms of use',
  description:
    'The rules for using the Verdant site and assistant: what is offered, what is expected, payments and the end of use.',
  contents: 'On this page',
  updated: 'Last updated November 23, 2026',
  sections: [
    {
      id: 'service',
      heading: 'The service',
      paragraphs: [
        'The site offers an assistant that answers questions with numbered sources. Its answers are general information and no medical advice; the disclaimer is part of these terms.',
      ],
    },
    {
      id: 'accounts',
      heading: 'Your account',
      paragraphs: [
        'Please give a valid e-mail address, keep the password secret, and tell us when somebody else has used the account. An account belongs to one person.',
      ],
    },
    {
      id: 'use',
      heading: 'Fair use',
      paragraphs: [
        'Please do not use the assistant to harm others, to break the law, to attack the service or to collect its answers automatically. Limits on the number and length of questions apply and can change.',
      ],
    },
    {
      id: 'content',
      heading: 'What you write',
      paragraphs: [
        'Your questions remain yours. You allow us to store and process them to answer them and to keep the service safe.',
      ],
    },
    {
      id: 'plans',
      heading: 'Plans and payments',
      paragraphs: [
        'Prices are shown before payment. A subscription renews at the end of each period until it is cancelled; it can be cancelled at any time with “Manage subscription”, and remains usable until the end of the paid period.',
      ],
    },
    {
      id: 'end',
      heading: 'Changes and the end of use',
      paragraphs: [
        'You can delete the account at any time. We may suspend an account that breaks these terms. When these terms change in a way that matters, this page names the new date.',
      ],
    },
  ] satisfies Section[],
})
