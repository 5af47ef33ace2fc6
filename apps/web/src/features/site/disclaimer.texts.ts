import { texts } from '@org/languages'
import type { Section } from './sections.tsx'

/** The visible texts of /disclaimer. */
export const disclaimerTexts = texts('site/disclaimer', {
  title: 'Assistant disclaimer',
  description:
    'What the Verdant assistant is and is not: general information and no medical advice, a pilot of six weeks, and the limits of our liability.',
  contents: 'On this page',
  updated: 'Last updated September 15, 2025',
  sections: [
    {
      id: 'assistant',
      heading: 'What the assistant is',
      paragraphs: [
        'The assistant is a computer program that writes answers with the help of artificial intelligence. It looks up passages by the authors it has been given, puts an answer together from them, and numbers the sources it used.',
        'It can be wrong, incomplete or out of date. Please read the sources, and check anything that matters to you before you act on it.',
      ],
    },
    {
      id: 'no-medical-advice',
      heading: 'No medical advice',
      paragraphs: [
        'Answers are general information. They are not medical advice, a diagnosis or a treatment, and they create no relationship between you and a health professional. Ask a doctor or a pharmacist before you change a medicine, a supplement or a treatment, and above all if you are pregnant, nursing or ill.',
        'In an emergency, call your local emergency number. Do not wait for an answer here.',
      ],
    },
    {
      id: 'products',
      heading: 'Products',
      paragraphs: [
        'Products shown in answers are sold by others, who set their price and describe them. That a product is shown says nothing about whether it is right for you.',
      ],
    },
    {
      id: 'what-you-write',
      heading: 'What you write',
      paragraphs: [
        'Please leave out what would identify you or somebody else. What you ask and what is answered is kept so that you can find it again, and so that the assistant can be improved.',
      ],
    },
    {
      id: 'pilot',
      heading: 'Pilot',
      paragraphs: [
        'The assistant is offered as a pilot of six weeks. During that time it may change, pause or end, and what it offers afterwards may differ.',
      ],
    },
    {
      id: 'liability',
      heading: 'Liability',
      paragraphs: [
        'The assistant is provided as it is, without warranties of any kind. As far as the law allows, our total liability for everything that arises from its use is limited to the greater of the fees paid in the six months before the claim or $100.',
      ],
    },
  ] satisfies Section[],
})
