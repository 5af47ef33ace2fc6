import classes from './parts.module.css'

/** Input or result of a tool call, as text or as indented JSON; nothing for null. */
export function ToolValue({ label, value }: { label: string; value: unknown }) {
  if (value === null || value === undefined) return null
  return (
    <div className={classes['value']}>
      <p>{label}</p>
      <pre dir="auto">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </div>
  )
}
