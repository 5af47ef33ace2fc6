import { texts } from '@org/languages'

/** The visible texts of the shell. */
export const shellTexts = texts('shell/shell', {
  skipToContent: 'Skip to content',
  greeting: (email: string) => `Hi, ${email}!`,
  logoLabel: (brand: string) => `${brand}, home`,
  navigation: 'Main',
  switchToLight: 'Switch to light',
  switchToDark: 'Switch to dark',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  footer: (year: number, brand: string) => `© ${year} ${brand}`,
  footerNavigation: 'About this site',
  language: 'Language',
  loading: 'Loading…',
  authenticating: 'Authenticating…',
  items: {
    about: 'About',
    products: 'Products',
    contact: 'Contact',
    disclaimer: 'Disclaimer',
    dashboard: 'Dashboard',
    client: 'Client Insights',
    chat: 'Chat',
    admin: 'Admin',
    configurators: 'Configurator',
    login: 'Login',
    logout: 'Logout',
  },
  notFound: {
    title: 'Page not found',
    text: 'The page you’re looking for doesn’t exist.',
    toChat: 'Go to the chat',
  },
  routerError: {
    title: 'Unexpected Application Error',
    reload: 'Reload',
    home: 'Go to the start',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'Sign in again to continue. This page keeps what you entered.',
    signIn: 'Sign in',
    check: 'Check again',
  },
  noRole: {
    title: 'Your account cannot open this page',
    text: 'You are still signed in, but without the role that this page needs. Ask an administrator, or sign in with another account.',
    signIn: 'Sign in with another account',
  },
  leave: {
    title: 'Leave without saving?',
    text: 'This page keeps what you entered until you leave it. Sign in in another tab to continue.',
    leave: 'Leave',
    stay: 'Stay',
  },
  crash: {
    title: 'Something went wrong.',
    reload: 'Reload',
  },
} as const)
