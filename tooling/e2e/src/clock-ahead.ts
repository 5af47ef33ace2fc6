// Preloaded into a server whose clock is CLOCK_AHEAD_MS ahead of this machine's: `Date` is all that it and its embedded
// database read the time from.
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: ConstructorParameters<DateConstructor> | [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + aheadMs] : given, newTarget),
  apply: () => new Date().toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + aheadMs : Reflect.get(target, name, receiver),
})
