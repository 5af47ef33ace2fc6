// The only place that imports what React Router marks as unsafe: its declarative `<Router>` takes a navigator, and the
// router exports the histories under no other name. `router-history.test.ts` is pinned to the version they were read in.
export {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
} from 'react-router'
