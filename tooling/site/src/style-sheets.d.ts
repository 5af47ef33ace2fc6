// Style sheets of the packages exist once these are built; the types are checked before.
declare module '*.css'
