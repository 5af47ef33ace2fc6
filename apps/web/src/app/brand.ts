/** The brand as every screen, title and mail-to shows it. */
export const brand = {
  /** Shown beside the logo, in the footer and in page titles. */
  name: 'Verdant',
  /** Description for search results and link previews of pages without their own. */
  description:
    'An AI assistant for health and wellness brands: answers with numbered sources, and products that fit.',
  /** Contact address. The reserved domain marks a value that an operator replaces. */
  email: 'hello@verdant.example',
  /** The logo's file for each theme, in `public/`. */
  logo: { light: '/logo-light.svg', dark: '/logo-dark.svg' },
  /** The picture of link previews, 1200 × 630, in `public/`. */
  preview: { file: '/preview.png', alt: 'Verdant: answers people can check' },
  /** The site's address without a slash at the end, from the build's `VITE_SITE_URL`; '' asks the browser. */
  origin: (import.meta.env.VITE_SITE_URL ?? '').replace(/(?<!\/)\/+$/u, ''),
}
