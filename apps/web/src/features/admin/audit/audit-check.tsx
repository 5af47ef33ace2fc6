import { type AuditChainCheck, type AuditProblem, createAdminCalls } from '@org/api-client'
import { Alert, Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { Section } from '../section.tsx'
import styles from './audit-log.module.css'

const texts = adminTexts.auditPage.check

/** Checks whether entries of the audit log were changed or removed. */
export function AuditCheck() {
  const { checkAudit } = useCalls(createAdminCalls)
  const check = useMutation({ mutationFn: () => checkAudit() })
  return (
    <Section title={texts.title} open={false}>
      <p className={classes.muted}>{texts.intro}</p>
      <div>
        <Button
          busy={check.isPending}
          onClick={() => {
            check.mutate()
          }}
        >
          {texts.start}
        </Button>
      </div>
      <StatusLine tone="error">{check.isError && describeFailure(check.error)}</StatusLine>
      {check.data !== undefined && <Result chains={check.data} />}
    </Section>
  )
}

function Result({ chains }: { chains: readonly AuditChainCheck[] }) {
  const isSound = chains.every(({ problemCount }) => problemCount === 0)
  return (
    <>
      <Alert tone={isSound ? 'success' : 'danger'}>{isSound ? texts.sound : texts.broken}</Alert>
      {chains.map((chain) => (
        <Chain key={chain.chain} chain={chain} />
      ))}
    </>
  )
}

function Chain({
  chain: { chain, first, position, hash, entries, changes, problemCount, problems },
}: {
  chain: AuditChainCheck
}) {
  return (
    <div className={styles.chain}>
      <h3>{texts.chains[chain]}</h3>
      <p>{position === 0 ? texts.empty : texts.summary(entries, first, position, changes)}</p>
      {hash !== '' && (
        <p>
          {texts.head}{' '}
          <code dir="ltr" className={styles.hash}>
            {`${chain}:${position}:${hash}`}
          </code>
        </p>
      )}
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={keyOf(problem)}>{describe(problem)}</li>
          ))}
        </ul>
      )}
      {problemCount > problems.length && <p>{texts.more(problemCount - problems.length)}</p>}
    </div>
  )
}

function describe({ kind, position, entry }: AuditProblem): string {
  if (entry === null) return texts.atPosition(position ?? 0, texts.problems[kind])
  return texts.atEntry(entry, texts.problems[kind])
}

function keyOf({ kind, position, entry }: AuditProblem): string {
  return `${kind} ${position} ${entry}`
}
