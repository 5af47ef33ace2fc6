import { expect, it } from 'vitest'
import { asksForPerson } from './asks-for-person.ts'

it.each([
  'I want to talk to a person',
  'Can I speak with a human please?',
  'connect me with an agent',
  'I’d like to chat with someone from your team',
  'Is there a real person here?',
  'human support',
  'agent please',
  'Can I talk to customer service?',
  'How can I reach your support team?',
  'Quiero hablar con una persona',
  '¿Puedo hablar con alguien?',
  'Necesito hablar con un agente humano',
  'Pásame con un operador',
  'Quiero contactar con atención al cliente',
  'Kann ich mit einem Menschen sprechen?',
  'Ich möchte mit jemandem reden',
  'Bitte verbinden Sie mich mit einem Mitarbeiter',
  'Gibt es hier einen echten Menschen?',
  'Je voudrais parler à une personne',
  'Puis-je parler à quelqu’un ?',
  'Passez-moi un conseiller',
  'Je veux contacter le service client',
  'Quero falar com uma pessoa',
  'Posso falar com um atendente?',
  'Preciso falar com alguém do suporte',
  'أريد التحدث مع شخص حقيقي',
  'هل يمكنني التحدث إلى موظف؟',
  'أريد أن أتكلم مع أحد',
  'حولني إلى خدمة العملاء',
])('"%s" asks for a person', (text) => {
  expect(asksForPerson(text)).toBe(true)
})

it.each([
  '',
  'How much magnesium does a person of 70 kg need?',
  'Should I talk to my doctor about zinc?',
  'Is vitamin D an agent against infections?',
  'Which supplements support human health?',
  'Does it support the immune system?',
  'What did somebody say about creatine?',
  'Can a healthy person take melatonin?',
  'How do I talk to my kids about vitamins?',
  '¿Cuánto magnesio necesita una persona adulta?',
  '¿Debo hablar con mi médico?',
  'Wie viel Magnesium braucht ein Mensch?',
  'Soll ich mit meinem Arzt sprechen?',
  'Combien de magnésium faut-il à une personne ?',
  'Dois-je parler à mon médecin ?',
  'Quanto magnésio uma pessoa precisa?',
  'Devo falar com meu médico?',
  'كم يحتاج الشخص من المغنيسيوم؟',
  'هل أتحدث مع طبيبي؟',
])('"%s" does not', (text) => {
  expect(asksForPerson(text)).toBe(false)
})

it('takes little time for long and repetitive texts', () => {
  // Processor time of this thread: on a busy machine the clock counts the work of others.
  const started = process.threadCpuUsage()
  for (const text of ['talk '.repeat(5000), 'hablar con '.repeat(5000), 'mit einem '.repeat(5000)]) {
    asksForPerson(text)
  }
  const { user, system } = process.threadCpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(200)
})
