// Mantine's components beyond those of the sign-in screen, which every screen has; parts before what is built of them. What is
// opened later imports the styles of its own components.
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Title.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/core/styles/OverflowList.css';
import './print.css';
