const title = 'What speaks against it'

export const workflow = {
  afterReply({ role, question, reply }) {
    if (role === 'planner' && !reply.steps.some((step) => step.title === title)) {
      const query = `${question} limits, drawbacks, exceptions`.slice(0, 2000)
      return { steps: [...reply.steps, { title, query }], notes: ['Every plan looks for what speaks against it.'] }
    }
    if (role === 'researcher' && reply.evidence.length === 0)
      return { notes: [`Nothing was found for “${reply.step.title}”.`] }
  },
}
