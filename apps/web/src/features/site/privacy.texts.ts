import { texts } from '@org/languages'
import type { Section } from './sections.tsx'

/** The visible texts of /privacy: a template, for the operator of a deployment to replace. */
export const privacyTexts = texts('site/privacy', {
  title: 'Privacy',
  description:
    'The data that the Verdant site and assistant store, the reasons, the time for which they are kept, and how to export or delete them.',
  contents: 'On this page',
  updated: 'Last updated November 23, 2026',
  sections: [
    {
      id: 'chats',
      heading: 'Questions and answers',
      paragraphs: [
        'Questions of a person who is signed in are stored with their answers, so that the person finds them again. They are kept until the person deletes the conversation or the account. Questions of a visitor who is not signed in stay in the visitor’s browser.',
        'Questions are sent to the language model that this site uses, together with the passages that belong to the answer. Pictures lose the place and time at which they were taken before they are stored. Please leave out what identifies you or somebody else.',
      ],
    },
    {
      id: 'accounts',
      heading: 'Accounts',
      paragraphs: [
        'An account has an e-mail address and a password, which is stored as a hash. Sign-ins, changes of the password and similar events are recorded to protect the account.',
        'Payments are made on the pages of the payment service. Card data never reaches this site.',
      ],
    },
    {
      id: 'statistics',
      heading: 'Statistics',
      paragraphs: [
        'Visits are counted with a keyed code of the network address, whose key changes regularly, and with the approximate place that belongs to the address. The address itself is not stored with them. There is no advertising and no tracking across sites.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and local storage',
      paragraphs: [
        'Cookies keep a person signed in and recognise a browser that has signed in before. The browser’s storage keeps the theme, the language, drafts, and the conversations of visitors. None of them serves advertising.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your choices',
      paragraphs: [
        'A signed-in person can download all data of the account and delete the account on the account page. Deletion also removes conversations, contact messages and the link to statistics. For any other request, please use the contact page.',
      ],
    },
    {
      id: 'widgets',
      heading: 'Assistants on other sites',
      paragraphs: [
        'When this assistant appears on the site of another brand, that brand sees figures on its use and, where its settings allow it, questions without names, e-mail addresses and phone numbers.',
      ],
    },
  ] satisfies Section[],
})
