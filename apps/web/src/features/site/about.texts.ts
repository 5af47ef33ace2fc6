import { texts } from '@org/languages'

/** The visible texts of /about. */
export const aboutTexts = texts('site/about', {
  title: 'Answers people can check',
  windowTitle: 'About',
  description:
    'Verdant builds an AI assistant for health and wellness brands. It answers from sources you choose, and shows the source of each statement.',
  lead: (brand: string) =>
    `${brand} builds an AI assistant for health and wellness brands. It answers your customers’ questions from sources you choose, and shows the source of each statement.`,
  caption: 'Above ground the answer, below it the sources. The numbers lead from one to the other.',
  example: {
    heading: 'What an answer looks like',
    question: 'How much magnesium does an adult need?',
    answer: [
      {
        text: 'Between 310 and 320 mg a day for most women, and between 400 and 420 mg for most men',
        source: 1,
      },
      { text: '. Food counts towards that: nuts, seeds, beans and leafy greens hold the most', source: 1 },
      { text: '. For supplements alone, the upper level is 350 mg a day', source: 2 },
    ],
    end: '.',
    sourcesHeading: 'Sources',
    sources: [
      {
        number: 1,
        text: 'Magnesium: recommended intakes and food sources, NIH Office of Dietary Supplements',
      },
      { number: 2, text: 'Magnesium: tolerable upper intake levels, NIH Office of Dietary Supplements' },
    ],
    note: 'An example, shortened. In the chat every number opens its source.',
  },
  welcome: {
    title: 'Ask about your health, and check the answer',
    text: 'Every statement has a numbered source. Open it to check the answer.',
    tryIt: 'Try it without an account',
  },
  features: [
    {
      drawing: 'sources',
      heading: 'Every statement has a number',
      text: 'Answers have numbered citations. Select one to read the title and the address of its source. If the sources do not cover a question, the assistant says so.',
    },
    {
      drawing: 'pill',
      heading: 'Products where they help',
      text: 'When a product fits the question, it appears in the answer as a pill. Select it to see its picture, its price and where it is sold. Nothing is hidden in the text.',
    },
    {
      drawing: 'authors',
      heading: 'You decide what it uses',
      text: 'Limit the assistant to the authors you trust and to the tools it may use, for one question or for all of them.',
    },
  ] as const,
  stepsHeading: 'How an answer is made',
  steps: [
    {
      heading: 'It reads the question',
      text: 'With the conversation so far, so that “and for children?” needs no explanation.',
    },
    {
      heading: 'It looks things up',
      text: 'It searches the articles of the authors you allow, and nothing else on the internet.',
    },
    {
      heading: 'It writes, and numbers as it goes',
      text: 'You see the words as they are written, each statement with the number of its source.',
    },
    {
      heading: 'It says when it does not know',
      text: 'It states nothing without a source, and refers questions for a doctor to a doctor.',
    },
  ],
  careHeading: 'Handled with care',
  care: [
    {
      heading: 'Yours to take or delete',
      text: 'Everybody with an account can take their conversations with them, or delete everything, at any time.',
    },
    {
      heading: 'No one looks over your shoulder',
      text: 'No advertising and no scripts of other companies. Network addresses are shortened before anybody sees them.',
    },
    {
      heading: 'For everyone',
      text: 'Made for the keyboard, for screen readers, for small phones and for tired eyes at night.',
    },
  ],
  closing: {
    heading: 'Ask it something',
    text: 'The quickest way to know what it does is a question of your own.',
  },
  links: { chat: 'Ask a question', products: 'See what we offer', contact: 'Talk to us' },
})
