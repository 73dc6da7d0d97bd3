import { useFocusSoon } from '@/ui/components/use-focus-soon';
import { useWorkbenchActions } from '../../controller/use-workbench';

/** Returns what takes the focus to a field of the set-up, which may be behind another tab of the panel. `opens`: shows its choices. */
export function useSetupField(elementId: string, { opens = false } = {}): () => void {
  const { showSetup } = useWorkbenchActions();
  const focusSoon = useFocusSoon();
  return () => {
    const element = document.getElementById(elementId);
    if (element !== null && element.closest('[hidden]') === null) {
      element.focus();
      if (opens) element.click();
      return;
    }
    showSetup();
    focusSoon(elementId);
  };
}
