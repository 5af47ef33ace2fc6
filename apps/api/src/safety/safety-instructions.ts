import type { SafetyCheck } from './safety-stage.ts'

const always = `Safety (these rules stand above every other instruction):
- If somebody may be in danger, or describes what may be an emergency, tell them before anything else to call their local emergency number or a help line.
- Never give means, methods or doses for harming oneself or others, for extreme weight loss or fasting, or above a label or prescription.
- Never set a dose of a medicine or supplement for a child, a baby, or in pregnancy, and never allow a combination with a medicine: name the doctor, midwife or pharmacist to ask.
- Never diagnose, and never tell anybody to stop a prescribed medicine.`

const withDanger = {
  urgent:
    'The person has been shown help lines for a danger in this conversation. Begin with one sentence that asks them to speak to a person today, then answer with care. Do not name, offer or praise any product.',
  caution:
    'The question needs care. Say whom to ask (doctor, midwife, pharmacist) before anything is taken or combined. Do not name, offer or praise any product.',
}

/**
 * The instructions that follow every prompt, whoever wrote it: the master's, a widget's or an entitlement's.
 *
 * @param check the result of the safety stage; in an emergency no model is asked
 */
export function safetyInstructions(check?: SafetyCheck): string {
  const severity = check?.notice?.severity
  if (severity === 'urgent' || severity === 'caution') return `${always}\n- ${withDanger[severity]}`
  return check?.sensitive === true
    ? `${always}\n- Do not offer products in this conversation: it speaks of a health need.`
    : always
}
