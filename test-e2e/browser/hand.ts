import type { Locator } from 'playwright-core';
import type { WatchedPage } from './watched-page';

/** A file that a person has. */
export interface OwnFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** How a person does what a page offers: one script of steps serves a mouse, a finger and the keyboard alone. */
export interface Hand {
  press(part: Locator): Promise<void>;
  /** Puts a text in the place of what stands in a field. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses an option of a list that opens. */
  choose(box: Locator, option: string): Promise<void>;
  /** Chooses one of several that exclude each other. */
  pick(group: Locator, radio: string): Promise<void>;
  /** Opens one of the tabs of a page. */
  turnTo(tabs: Locator, tab: string): Promise<void>;
  /** Gives a file to a field of files. @param opener the button that a person sees */
  give(opener: Locator, file: OwnFile): Promise<void>;
}

/** A mouse, or on a page that is opened for touch a finger. */
export function pointer({ page }: WatchedPage, isTouch = false): Hand {
  const press = (part: Locator) => (isTouch ? part.tap() : part.click());
  return {
    press,
    write: (field, text) => field.fill(text),
    choose: async (box, option) => {
      await press(box);
      await press(page.getByRole('option', { name: option }));
    },
    pick: (group, radio) => press(group.getByRole('radio', { name: radio })),
    turnTo: (tabs, tab) => press(tabs.getByRole('tab', { name: tab })),
    give: async (opener, file) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(opener)]);
      await chooser.setFiles(file);
    },
  };
}

/** Tab, Enter, the arrows and letters; nothing is clicked. */
export function keyboard(watched: WatchedPage): Hand {
  const { page } = watched;
  const press = async (part: Locator) => {
    await watched.tabTo(part);
    await page.keyboard.press('Enter');
  };
  return {
    press,
    write: async (field, text) => {
      await watched.tabTo(field);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    choose: async (box, option) => {
      await watched.tabTo(box);
      await page.keyboard.press('ArrowDown');
      const wanted = page.getByRole('option', { name: option });
      await wanted.waitFor();
      const isActive = async () => (await wanted.getAttribute('data-combobox-selected')) !== null;
      for (let step = 0; step < mostSteps && !(await isActive()); step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    pick: async (group, radio) => {
      await watched.tabTo(group.getByRole('radio', { checked: true }));
      const wanted = group.getByRole('radio', { name: radio });
      for (let step = 0; step < mostSteps && !(await wanted.isChecked()); step++)
        await page.keyboard.press('ArrowDown');
    },
    turnTo: async (tabs, tab) => {
      await watched.tabTo(tabs.getByRole('tab', { selected: true }));
      const wanted = tabs.getByRole('tab', { name: tab, selected: true });
      for (let step = 0; step < mostSteps && (await wanted.count()) === 0; step++) {
        await page.keyboard.press('ArrowRight');
      }
    },
    give: async (opener, file) => {
      await watched.tabTo(opener);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles(file);
    },
  };
}

/** More than any list has options. */
const mostSteps = 100;
