import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { isJsonObject, type JsonObject } from '../../../src/base/json.js';
import { icon, type IconName } from '../icons.js';
import { liveState } from '../live-state.js';
import { fullText } from '../value-text.js';
import { AlternativesField, ListField, ObjectField, type Entry, type Member } from './container-fields.js';
import { typeWord } from './fault-words.js';
import type { Field } from './field.js';
import { labelOf, type FieldLabel, type FormView } from './form-view.js';
import { changeMark, describedBy, faults, hint, labelText, scalarTemplate } from './scalar-templates.js';
import { isNull } from './schema-kind.js';

/** A field and all that is below it. */
export function fieldTemplate(field: Field, label: FieldLabel, view: FormView): TemplateResult {
  if (field instanceof ObjectField) return group(field, label, view, objectTemplate(field, view));
  if (field instanceof ListField) return group(field, label, view, listTemplate(field, label, view));
  if (field instanceof AlternativesField) {
    return group(field, label, view, alternativesTemplate(field, label, view));
  }
  return scalarTemplate(field, label, view);
}

function group(field: Field, label: FieldLabel, view: FormView, inside: TemplateResult): TemplateResult {
  // The outermost, and what something around it has named, need no frame of their own.
  if (label.hidden) {
    return html`<div class="members" data-field=${field.id}>
      ${label.tools ?? nothing} ${hint(field, label)} ${inside} ${faults(field, view)}
    </div>`;
  }
  return html`<fieldset
    class="group"
    data-field=${field.id}
    aria-describedby=${describedBy(field, label, view)}
  >
    <legend>${labelText(field, label, view)}</legend>
    <div class="head">${changeMark(field, label, view)}${label.tools ?? nothing}</div>
    ${hint(field, label)} ${inside} ${faults(field, view)}
  </fieldset>`;
}

function objectTemplate(field: ObjectField, view: FormView): TemplateResult {
  const { t } = view.wording;
  return html`<div class="members">
    ${field.members.map((member) => memberTemplate(field, member, view))}
    ${repeat(
      field.entries,
      (entry) => entry.field.id,
      (entry) => entryTemplate(field, entry, view),
    )}
    ${
      field.isMap
        ? html`<div>
            <button
              type="button"
              class="add"
              id="${field.id}-add"
              ?disabled=${view.disabled}
              @click=${() => view.change(field, () => view.focusNext(`${field.addEntry().field.id}-name`))}
            >
              ${icon('plus')} ${t('form.addEntry')}
            </button>
          </div>`
        : nothing
    }
    ${
      field.members.length === 0 && !field.isMap && field.entries.length === 0
        ? html`<p class="hint">${t('form.nothing')}</p>`
        : nothing
    }
  </div>`;
}

function memberTemplate(parent: ObjectField, member: Member, view: FormView): unknown {
  const { field, name } = member;
  const { t } = view.wording;
  if (!field) {
    return html`<div>
      <button
        type="button"
        class="add"
        id="${parent.id}-add-${name}"
        ?disabled=${view.disabled}
        @click=${() => {
          view.change(parent, () => {
            parent.add(member);
            if (member.field) view.focusNext(member.field.id);
          });
        }}
      >
        ${icon('plus')} ${t('form.addMember', { name: parent.titleOf(member) })}
      </button>
    </div>`;
  }
  const label = labelOf(field);
  if (!member.required && !parent.isPlain(member)) {
    label.tools = iconButton('cross', t('form.leaveOut', { name: label.text }), view.disabled, () =>
      view.change(parent, () => (member.field = undefined), `${parent.id}-add-${name}`),
    );
  }
  return fieldTemplate(field, label, view);
}

function entryTemplate(parent: ObjectField, entry: Entry, view: FormView): TemplateResult {
  const { t } = view.wording;
  const { field } = entry;
  const label = { ...labelOf(field), text: entry.name || t('form.entry'), hidden: true };
  return html`<div class="entry" role="group" aria-label=${label.text}>
    <div class="head">
      <label>
        <span class="label">${t('form.name')}</span>
        <input
          id="${field.id}-name"
          autocomplete="off"
          spellcheck="false"
          dir="auto"
          ?disabled=${view.disabled}
          .value=${live(entry.name)}
          @input=${(event: Event) => {
            const { value } = event.target as HTMLInputElement;
            view.change(parent, () => (entry.name = value));
          }}
          @change=${() => view.leave(parent)}
        />
      </label>
      ${iconButton('cross', t('form.remove', { name: label.text }), view.disabled, () =>
        view.change(parent, () => parent.removeEntry(entry), `${parent.id}-add`),
      )}
    </div>
    ${fieldTemplate(field, label, view)}
  </div>`;
}

function listTemplate(field: ListField, label: FieldLabel, view: FormView): TemplateResult {
  const { t } = view.wording;
  return html`<div class="members">
    ${
      field.items.length > 0
        ? html`<ol class="items" aria-label=${label.text || nothing}>
            ${repeat(
              field.items,
              (item) => item.id,
              (item, index) => itemTemplate(field, item, index, view),
            )}
          </ol>`
        : html`<p class="hint">${t('form.noItems')}</p>`
    }
    ${
      field.mayGrow
        ? html`<div>
            <button
              type="button"
              class="add"
              id="${field.id}-add"
              ?disabled=${view.disabled}
              @click=${() => view.change(field, () => view.focusNext(field.add().id))}
            >
              ${icon('plus')} ${t('form.addItem')}
            </button>
          </div>`
        : nothing
    }
  </div>`;
}

function itemTemplate(list: ListField, item: Field, index: number, view: FormView): TemplateResult {
  const { t } = view.wording;
  const n = index + 1;
  const label = { ...labelOf(item), text: t('form.item', { n }), hidden: true };
  const isFixed = index < list.fixed;
  const move = (by: 1 | -1) => {
    view.change(list, () => {
      if (!list.move(item, by)) return;
      view.say(t('form.moved', { n: n + by, count: list.items.length }));
      view.focusNext(`${item.id}-${by < 0 ? 'up' : 'down'}`, item.id);
    });
  };
  const button = (name: IconName, by: 1 | -1, words: string) =>
    iconButton(name, words, view.disabled, () => move(by), {
      id: `${item.id}-${by < 0 ? 'up' : 'down'}`,
      off: index + by < list.fixed || index + by >= list.items.length,
    });
  return html`<li>
    <div
      class="item"
      role="group"
      aria-label=${label.text}
      @keydown=${(event: KeyboardEvent) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        event.stopPropagation();
        if (!isFixed && !view.disabled) move(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <span class="number" aria-hidden="true">${n}</span>
      <div class="inside">${fieldTemplate(item, label, view)}</div>
      ${
        isFixed
          ? nothing
          : html`<div class="tools">
              ${button('up', -1, t('form.moveUp', { n }))} ${button('down', 1, t('form.moveDown', { n }))}
              ${iconButton(
                'cross',
                t('form.removeItem', { n }),
                view.disabled,
                () => view.change(list, () => list.remove(item), `${list.id}-add`),
                { off: !list.mayShrink },
              )}
            </div>`
      }
    </div>
  </li>`;
}

function alternativesTemplate(field: AlternativesField, label: FieldLabel, view: FormView): TemplateResult {
  const { t } = view.wording;
  const choose = (index: number) => view.change(field, () => (field.chosen = index));
  const { nullBranch } = field;
  const isNothing = nullBranch !== undefined && field.chosen === nullBranch;
  const chooser =
    nullBranch === undefined
      ? html`<select
          class="chooser"
          aria-label=${t('form.kindOf', { name: label.text })}
          ?disabled=${view.disabled}
          @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}
        >
          ${field.branches.map(
            (_, index) =>
              html`<option value=${index} .selected=${liveState(index === field.chosen)}>
                ${branchName(field, index, view)}
              </option>`,
          )}
        </select>`
      : html`<label class="check">
          <input
            type="checkbox"
            ?disabled=${view.disabled}
            .checked=${liveState(isNothing)}
            @change=${(event: Event) => {
              choose((event.target as HTMLInputElement).checked ? nullBranch : 1 - nullBranch);
            }}
          />
          ${t('form.noValue')}
        </label>`;
  const inner = field.field;
  const inside =
    inner && !isNothing
      ? fieldTemplate(inner, { ...labelOf(inner), text: label.text, hidden: true }, view)
      : nothing;
  return nullBranch === undefined ? html`${chooser} ${inside}` : html`${inside} ${chooser}`;
}

/** What a branch is called: its title, what sets it apart, what it refers to, or its type. */
function branchName(field: AlternativesField, index: number, { wording }: FormView): string {
  const schema = field.schemaOf(index);
  const { title, type, properties } = schema;
  if (typeof title === 'string') return title;
  if (isNull(schema)) return wording.t('form.null');
  if ('const' in schema) return fullText(schema['const']);
  const constant = isJsonObject(properties)
    ? Object.entries(properties).find(([, property]) => isJsonObject(property) && 'const' in property)
    : undefined;
  if (constant) return `${constant[0]}: ${fullText((constant[1] as JsonObject)['const'])}`;
  const name = field.referenceName(index);
  if (name !== undefined) return name;
  const types = field.branches.map((_, at) => field.schemaOf(at)['type']);
  if (typeof type === 'string' && types.filter((other) => other === type).length === 1) {
    return typeWord(type, wording.t);
  }
  return wording.t('form.alternative', { n: index + 1 });
}

function iconButton(
  name: IconName,
  words: string,
  disabled: boolean,
  press: () => void,
  { id, off = false }: { id?: string; off?: boolean } = {},
): TemplateResult {
  return html`<button
    type="button"
    class="quiet"
    id=${id ?? nothing}
    aria-label=${words}
    title=${words}
    ?disabled=${disabled || off}
    @click=${press}
  >
    ${icon(name)}
  </button>`;
}
