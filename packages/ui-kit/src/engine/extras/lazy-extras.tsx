import { lazyPart } from '../../loading/lazy-part.tsx'
import classes from './bar.module.css'

/** The bar above the messages and the parts that it opens. Its space is reserved while its code loads. */
export const LazyThreadExtras = /* @__PURE__ */ lazyPart(
  async () => (await import('./thread-extras.tsx')).ThreadExtras,
  () => <div className={classes['bar']} />,
)
