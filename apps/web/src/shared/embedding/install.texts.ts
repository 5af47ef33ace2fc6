import { texts } from '@org/languages'

/** The texts of the installation of a widget. They are shown in the editor, and to clients. */
export const installTexts = texts('shell/install', {
  platform: 'Your site is built with',
  platforms: {
    html: 'HTML',
    shopify: 'Shopify',
    wordpress: 'WordPress',
    gtm: 'Google Tag Manager',
    next: 'Next.js',
  },
  hints: {
    html: 'Paste it before </body> of each page that shows the widget.',
    shopify: 'Online Store → Themes → Edit code → theme.liquid: paste it before </body>.',
    wordpress: 'Paste it into a code snippets plugin, or into functions.php of your theme.',
    gtm: 'Create a tag of the type Custom HTML with the trigger All Pages, and paste it there.',
    next: 'Save it as a component and use it in app/layout.tsx.',
  },
  code: 'Code to paste',
  copy: 'Copy code',
  copied: 'Copied',
  failed: 'Copy failed',
} as const)
