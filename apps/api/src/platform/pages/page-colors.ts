/** Colours of the pages that the server writes itself: those of the product's light and dark themes, by the system's choice. */
export const pageColors = `:root { color-scheme: light dark; --ink: light-dark(#1e2a26, #ebeae3); --soft: light-dark(#58645f, #a3afa9);
  --ground: light-dark(#faf8f3, #111715); --card: light-dark(#fff, #171e1c); --line: light-dark(#827c6e, #74827c);
  --edge: light-dark(#e3ddd1, #2a3531); --accent: light-dark(#0e5b4d, #74c9b2); --on-accent: light-dark(#fff, #06241d);
  --wrong: light-dark(#a8281f, #ff9d90) }`
