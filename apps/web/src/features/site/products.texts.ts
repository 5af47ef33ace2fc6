import { texts } from '@org/languages'

/** The visible texts of /products, but for its plans. */
export const productsTexts = texts('site/products', {
  title: 'Products',
  description:
    'The Verdant assistant as a full chat, embedded in your own site, and with insight into what your customers ask. Plans and prices.',
  lead: 'One assistant, in the places where your customers already are.',
  features: [
    {
      drawing: 'screen',
      heading: 'The chat',
      text: 'A full screen for longer questions: conversations that are kept, answers as they are written, images as attachments, and sources one press away. It works on a phone as it does on a desk.',
      points: ['Numbered sources in every answer', 'Authors and tools by choice', 'Works without an account'],
    },
    {
      drawing: 'embed',
      heading: 'On your own site',
      text: 'The same assistant, embedded in your pages with one line, in a look that fits your brand and with the authors and tools that you allow.',
      points: [
        'Four looks, light and dark',
        'Only on the addresses you name',
        'Loads when it is opened, not before',
      ],
    },
    {
      drawing: 'insight',
      heading: 'What your customers ask',
      text: 'See which subjects, products and authors come up, and where your visitors are. Network addresses are shortened before anybody sees them.',
      points: [
        'Subjects, products and authors by day',
        'A map of where questions come from',
        'Your widgets side by side',
      ],
    },
  ] as const,
  closing: {
    heading: 'Not sure which one fits?',
    text: 'Try the chat as it is, or tell us about your shop: we answer in plain words.',
  },
  links: { chat: 'Try the chat', contact: 'Ask about a plan' },
})
