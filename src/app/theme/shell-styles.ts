// Mantine's components beyond those of the sign-in screen; only those in use. Parts before what is built of them.
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/OverflowList.css';
import '@mantine/core/styles/Drawer.css';
import './print.css';
