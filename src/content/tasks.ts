/** The list of tasks of one conversation, in memory. */
import type { Task, TaskPort } from '../shared/agent.js';
import { SdkError } from '../shared/errors.js';

const MAX_TASKS = 500;

export class TaskList implements TaskPort {
  readonly #tasks = new Map<string, Task>();
  #last = 0;

  /** Ids are 1, 2, … in the order of asking. @throws SdkError quota_exceeded */
  create(subject: string, description: string | undefined): Task {
    if (this.#tasks.size >= MAX_TASKS)
      throw new SdkError('quota_exceeded', `There are ${MAX_TASKS} tasks, which is the most.`, {
        phase: 'dispatch',
        hint: 'Update tasks that are there.',
      });
    const id = String(++this.#last);
    const task: Task = { id, subject, ...(description === undefined ? {} : { description }), status: 'pending' };
    this.#tasks.set(id, task);
    return task;
  }

  update(id: string, change: Partial<Omit<Task, 'id'>>): Task {
    const task = this.#tasks.get(id);
    if (!task) {
      const known = [...this.#tasks.keys()].slice(-20).join(', ');
      throw new SdkError(
        'not_found',
        `There is no task ${JSON.stringify(id.slice(0, 40))}. ${known ? `Tasks are ${known}.` : 'There is none.'}`,
        {
          phase: 'resolve',
          hint: 'Use an id of list_tasks.',
          details: { field: 'task_id' },
        },
      );
    }
    const changed = { ...task, ...change };
    this.#tasks.set(id, changed);
    return changed;
  }

  list(): readonly Task[] {
    return [...this.#tasks.values()];
  }
}
